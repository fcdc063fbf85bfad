#!/usr/bin/env python3
"""One analysis on a Dask cluster: every worker keeps one vertigo process, which is a filter.

    filters.py WORKERS positions.epd answers.json --nodes 100000

WORKERS is a number of workers on this machine, or the address of a cluster. What follows the output are flags of
vertigo analyse. The output is that of a single process, byte for byte:

    vertigo analyse - --format epd --as json --no-times --tolerant --nodes 100000 < positions.epd > answers.json
"""
import collections
import itertools
import os
import subprocess
import sys
import threading

BLOCK = 20  # lines that go to a worker at once
PENDING = 1000  # blocks that are out at the same time
TRIES = 3  # processes that may die over one line


class Filter:
    """A vertigo process that answers one line at a time. If it dies, another takes its place."""

    def __init__(self, flags):
        program = os.environ.get("VERTIGO", "vertigo")
        self.command = [program, "analyse", "-", "--format", "epd", "--as", "json"]
        self.command += ["--no-times", "--tolerant", "--quiet", "--workers", "1", *flags]
        self.lock = threading.Lock()
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines = 0  # that this process has been given

    def answers(self, block):
        """Returns the answers to the lines of a block, which are pairs of a line's number in the input and the line."""
        with self.lock:
            return [self.answer(number, line) for number, line in block]

    def answer(self, number, line):
        for _ in range(TRIES):
            answer = self.ask(line)
            if answer.endswith(b"\n"):
                # The process counts the lines that it was given, the output those of the whole input.
                head = b'{"source":"standard input:%d"' % self.lines
                if not answer.startswith(head):
                    raise ValueError(f"line {number}: {answer!r} answers another line")
                return b'{"source":"standard input:%d"' % number + answer[len(head):]
            status = self.process.wait()
            self.start()
        raise RuntimeError(f"line {number}: vertigo has ended {TRIES} times, at last with status {status}")

    def ask(self, line):
        """Returns the answer to a line; it is cut off, or empty, if the process has died."""
        try:
            self.process.stdin.write(line + b"\n")
            self.process.stdin.flush()
            self.lines += 1
        except BrokenPipeError:
            pass
        return self.process.stdout.readline()


def with_dask(workers, flags):
    """Returns how a block is sent to a worker, and how its answers are waited for."""
    from distributed import Client, LocalCluster, WorkerPlugin, get_worker

    class Plugin(WorkerPlugin):
        """Gives each worker its process, also those that start later or take the place of a dead one."""

        name = "vertigo"

        def setup(self, worker):
            self.filter = Filter(flags)

        def teardown(self, worker):
            self.filter.process.stdin.close()  # which ends it

    def answers(block):
        return get_worker().plugins["vertigo"].filter.answers(block)

    cluster = LocalCluster(n_workers=int(workers), threads_per_worker=1) if workers.isdigit() else workers
    client = Client(cluster)
    # Versions before 2023.9 have another name for it.
    register = getattr(client, "register_plugin", None) or client.register_worker_plugin
    register(Plugin())
    return lambda block: client.submit(answers, block, pure=False), lambda future: future.result()


def blocks(file):
    """Yields the lines that have an answer, with their numbers, BLOCK at a time."""
    lines = ((number, line.strip()) for number, line in enumerate(file, 1))
    lines = ((number, line) for number, line in lines if line and not line.startswith(b"#"))
    while block := list(itertools.islice(lines, BLOCK)):
        yield block


def in_order(blocks, send, wait):
    """Yields the answers in the order of the lines."""
    pending = collections.deque()
    for block in blocks:
        pending.append(send(block))
        if len(pending) == PENDING:
            yield from wait(pending.popleft())
    while pending:
        yield from wait(pending.popleft())


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    workers, source, output, *flags = sys.argv[1:]
    send, wait = with_dask(workers, flags)
    with open(source, "rb") as file, open(output + ".part", "wb") as part:
        part.writelines(in_order(blocks(file), send, wait))
    os.replace(output + ".part", output)


if __name__ == "__main__":
    main()
