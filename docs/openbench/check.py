#!/usr/bin/env python3
"""Holds Vertigo against OpenBench's own code.

    python3 docs/openbench/check.py PATH-OF-OPENBENCH

PATH-OF-OPENBENCH is a copy of https://github.com/AndyGrant/OpenBench. Its server's code verifies Vertigo.json. Then the
functions of its worker do with the last commit of this checkout what they do with a commit on GitHub: they fetch the zip
archive, here from a server on this machine, build it, run the bench, make openings, and play a game. They need the Python
modules requests, psutil and cpuinfo; fastchess is used if it is in PATH. Exits 0 if nothing was refused.
"""

import functools
import http.server
import json
import os
import pathlib
import re
import secrets
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import types

ENGINE_FILE = pathlib.Path(__file__).resolve().parent / 'Vertigo.json'
ROOT = ENGINE_FILE.parents[2]
PROCESSES = 2  # benches and makers of openings at a time


def verify_engine_file(openbench, site):
    """Has the server's code read the file among those of its own engines, and returns its content."""
    for folder in ('Config', 'Books', 'Engines'):
        shutil.copytree(openbench / folder, site / folder)
    shutil.copy(ENGINE_FILE, site / 'Engines')
    settings = types.ModuleType('OpenSite.settings')  # the real one needs Django, for the database
    settings.PROJECT_PATH = str(site)
    sys.modules['OpenSite.settings'] = settings
    sys.path.insert(0, str(openbench / 'OpenBench'))
    import config

    general = site / 'Config' / 'config.json'
    content = json.loads(general.read_text())
    content['engines'] = ['Vertigo', 'Ethereal']
    general.write_text(json.dumps(content))
    read, _ = config.create_openbench_config()  # ends the program if the file has an error
    engine = read['engines']['Vertigo']
    for kind in ('test_presets', 'tune_presets', 'datagen_presets'):
        for name, preset in engine[kind].items():
            book = preset.get('book_name', 'NONE')
            if book != 'NONE' and book not in read['books']:
                sys.exit(f'{kind}, {name}: OpenBench has no book {book}')
    return engine


def serve_archive(folder):
    """Serves the last commit as a zip archive, as GitHub does, and returns its address and the commit."""
    sha = subprocess.check_output(['git', 'rev-parse', 'HEAD'], cwd=ROOT, text=True).strip()
    subprocess.check_call(['git', 'archive', '--format=zip', f'--prefix=vertigo-{sha}/',
                           '-o', folder / 'source.zip', 'HEAD'], cwd=ROOT)
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
    handler.log_message = lambda *_: None
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f'http://127.0.0.1:{server.server_port}/source.zip', sha


def worker_config(engine, url, sha):
    """Returns what the worker knows of this machine and of its task."""
    branch = {
        'engine': 'Vertigo', 'name': 'main', 'sha': sha, 'source': url, 'private': False, 'build': engine['build'],
        'netname': 'None', 'network': 'None', 'bench': 0, 'options': 'Threads=1 Hash=16', 'time_control': 'N=2000',
    }
    test = {
        'id': 1, 'type': 'DATAGEN', 'dev': branch, 'base': branch, 'play_reverses': 0, 'syzygy_wdl': 'DISABLED',
        'syzygy_adj': 'DISABLED', 'win_adj': 'None', 'draw_adj': 'None', 'book': {'name': 'None'},
        'genfens_seeds': list(range(1, PROCESSES + 1)), 'genfens_args': '',
    }
    return types.SimpleNamespace(
        threads=PROCESSES, compilers={}, git_tokens={}, cpu_flags=[], blacklist=[], syzygy_max=0,
        workload={'test': test, 'result': {'id': 1},
                  'distribution': {'runner-count': 1, 'rounds-per-runner': 4, 'games-per-runner': 4,
                                   'concurrency-per': 1, 'report-rate': 4}})


def work(openbench, engine, folder):
    """Does what the worker does, with the worker's functions, in the given folder."""
    sys.path.insert(0, str(openbench / 'Client'))
    import bench
    import utils
    import worker

    # The worker kills by name what takes too long. Here nothing must be killed that is not ours.
    utils.kill_process_by_name = lambda name: sys.exit(f'{name} took too long')
    url, sha = serve_archive(folder)
    config = worker_config(engine, url, sha)
    worker.Configuration.scan_for_compilers(config, {'Vertigo': engine['build']})
    worker.Configuration.scan_for_cpu_flags(config, {'Vertigo': engine['build']})
    missing = set(engine['build']['cpuflags']) - set(config.cpu_flags)
    print('This machine would get no work for Vertigo: it lacks', missing) if missing else None
    os.chdir(folder)
    for name in ('Engines', 'Books', 'Networks', 'PGNs'):
        os.mkdir(name)

    plain = worker.safe_download_engine(config, 'dev', None)
    _, nodes = bench.run_benchmark(os.path.join('Engines', plain), PROCESSES, 1)
    config.workload['test']['dev']['bench'] = nodes
    worker.safe_run_benchmarks(config, 'dev', plain)  # now with a number to compare with

    network = os.path.join('Networks', secrets.token_hex(4).upper())
    shutil.copy(ROOT / 'eval' / 'default.nnue', network)
    other = worker.safe_download_engine(config, 'dev', network)
    if bench.run_benchmark(os.path.join('Engines', other), 1, 1)[1] != nodes:
        sys.exit('the same network, built in by EVALFILE, gives another bench')

    worker.safe_create_genfens_opening_book(config, plain)
    book = pathlib.Path('Books', 'openbench.genfens.epd').read_text().splitlines()
    if len(book) != 4 or len(set(book)) != 4:
        sys.exit(f'asked for 4 openings, got {book}')

    if not (fastchess := shutil.which('fastchess')):
        print('fastchess is not in PATH: no game is played')
        return
    command = worker.build_runner_command(config, plain, other, 1.0, 1, 0)
    out = subprocess.run([fastchess, *shlex.split(command)[1:]], text=True, capture_output=True).stdout
    finished = re.findall(r'^Finished game .*$', out, re.MULTILINE)
    results = {'trinomial': [0] * 3, 'pentanomial': [0] * 5, 'games': {}, 'crashes': 0, 'timelosses': 0, 'illegals': 0}
    for line in finished:
        print(line)
        worker.MatchRunner.update_results(results, line)
    if len(finished) != 4 or results['crashes'] or results['timelosses'] or results['illegals']:
        sys.exit(f'{results} of 4 games:\n{command}\n{out}')


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    openbench = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as scratch:
        site, folder = pathlib.Path(scratch, 'site'), pathlib.Path(scratch, 'worker')
        site.mkdir()
        folder.mkdir()
        engine = verify_engine_file(openbench, site)
        print("OpenBench's server accepts Vertigo.json")
        work(openbench, engine, folder)
        os.chdir(ROOT)
    print("\nOpenBench's worker has built Vertigo, run its bench and used its openings")


if __name__ == '__main__':
    main()
