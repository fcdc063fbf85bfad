#!/usr/bin/env python3
"""Stands in for Lichess, to try Vertigo as its external engine.

    python3 docs/clients/lichess.py PATH-OF-PROVIDER [VERTIGO]

PATH-OF-PROVIDER is example-provider.py of https://github.com/lichess-org/external-engine, which needs Python's requests.
This program starts it with Vertigo (./vertigo unless named) and with a server on this machine, which hands out the jobs below
as Lichess does: the provider asks for work by long poll and sends lines of analysis back while the engine thinks. Exits 0 if
every job came back as it should.
"""

import http.server
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import threading

START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
CHESS960 = 'r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1'
PATIENCE = 120  # seconds for all jobs
# Each job has a name, what it adds to or changes in COMMON, what its last line must match, and after how many lines the user
# leaves the board; None: never.
COMMON = {'sessionId': 'one', 'threads': 1, 'hash': 16, 'multiPv': 1, 'variant': 'chess', 'initialFen': START, 'moves': []}
JOBS = [
    ('depth, three lines', {'depth': 8, 'multiPv': 3, 'moves': ['e2e4', 'e7e5']}, r'depth 8 .*multipv 3 ', None),
    ('time', {'movetime': 300}, r'multipv 1 score cp ', None),
    ('nodes, two threads', {'nodes': 50000, 'threads': 2}, r'nodes \d{5,} ', None),
    ('the user leaves', {'depth': 100, 'sessionId': 'two'}, r'score ', 5),
    ('Chess960', {'depth': 6, 'initialFen': CHESS960, 'moves': ['c1a1', 'c8e8']}, r'depth 6 ', None),
]


class Lichess(http.server.BaseHTTPRequestHandler):
    """The addresses that a provider calls. All requests share what is below."""

    waiting = list(range(len(JOBS)))
    free = threading.Semaphore()  # taken while a job is under way: a new one would end it
    received = {}
    registered = None
    done = threading.Event()

    def log_message(self, *_):
        pass

    def answer(self, status, content):
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(content).encode())

    def body(self):
        """The request's content, line by line, as it comes in."""
        if 'Content-Length' in self.headers:
            yield self.rfile.read(int(self.headers['Content-Length']))
            return
        while size := int(self.rfile.readline(), 16):  # chunks; the provider sends each line as one
            yield self.rfile.read(size)
            self.rfile.readline()

    def do_GET(self):
        self.answer(200, [])  # no engine is known yet

    def do_POST(self):
        if self.path == '/api/external-engine':
            Lichess.registered = json.loads(b''.join(self.body()))
            self.answer(201, {})
        elif self.path == '/api/external-engine/work':
            json.loads(b''.join(self.body()))
            if self.waiting and self.free.acquire(timeout=5):
                number = self.waiting.pop(0)
                self.answer(200, {'id': str(number), 'work': COMMON | JOBS[number][1]})
            else:
                self.done.wait(1)  # a poll without work ends after a while
                self.answer(204, None)
        else:
            self.take_analysis(int(self.path.rsplit('/', 1)[1]))

    def take_analysis(self, number):
        lines = self.received[number] = []
        for line in self.body():
            lines.append(line.decode().rstrip('\n'))
            if len(lines) == JOBS[number][3]:
                self.close_connection = True  # without an answer, as when the user leaves
                break
        else:
            self.answer(200, {})
        self.free.release()
        if len(self.received) == len(JOBS):
            self.done.set()


def check(log):
    """Prints each job, and what the engine complained of according to its log, and returns whether all is right."""
    right = True
    for number, (name, _, want, _) in enumerate(JOBS):
        lines = Lichess.received.get(number, [])
        good = bool(lines) and all(line.startswith('info ') for line in lines) and re.search(want, lines[-1])
        print(f'{"ok" if good else "WRONG":6}{name}: {len(lines)} lines, the last: {lines[-1] if lines else None}')
        right = right and bool(good)
    for line in log.read_text().splitlines():
        if '< info string' in line and 'UCI_Variant' not in line:  # the provider always sends that option
            print('WRONG', line)
            right = False
    return right


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    engine = os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else 'vertigo')
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Lichess)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f'http://127.0.0.1:{server.server_port}'
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, 'log')
        log.touch()
        provider = subprocess.Popen([
            sys.executable, sys.argv[1], '--name', 'Vertigo', '--engine', 'exec ' + shlex.quote(engine), '--token', 'none',
            '--setoption', 'Debug Log File', str(log), '--lichess', address, '--broker', address, '--log-level', 'warning'])
        in_time = Lichess.done.wait(PATIENCE)
        ended = provider.poll()
        provider.kill()
        provider.wait()
        print('registered:', Lichess.registered)
        right = check(log) and in_time
    if ended is not None:
        print('WRONG the provider ended with status', ended)
    sys.exit(0 if right and ended is None else 1)


if __name__ == '__main__':
    main()
