#!/usr/bin/env python3
"""Uses Vertigo as python-chess does: analysis, games with pondering, tablebases, time-outs, new starts.

    python3 docs/clients/pythonchess.py [VERTIGO]

VERTIGO is ./vertigo unless named. Needs python-chess 1.10 or later (https://github.com/niklasf/python-chess). Every scenario
prints a line; one that goes wrong ends the program with an exception.
"""

import asyncio
import os
import pathlib
import signal
import sys

import chess
import chess.engine
from chess.engine import Limit

ENGINE = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else 'vertigo')
TABLES = pathlib.Path(__file__).resolve().parents[2] / 'testdata' / 'syzygy'
RUY = chess.Board('r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3')
FEW_NODES = Limit(nodes=3000)
scenarios = []


def scenario(function):
    """Has main call the function with an engine that has just started, and its transport."""
    scenarios.append(function)
    return function


@scenario
async def several_lines(engine, _):
    # Whole iterations: where one is cut short, the scores of the lines are of different depths and in no order.
    lines = await engine.analyse(RUY, Limit(depth=9), multipv=3)
    assert len({line['pv'][0] for line in lines}) == 3
    scores = [line['score'].relative for line in lines]
    assert scores == sorted(scores, reverse=True), scores


@scenario
async def more_lines_than_moves(engine, _):
    board = chess.Board('8/8/8/8/8/1k6/1p6/1K5Q w - - 0 1')
    lines = await engine.analyse(board, FEW_NODES, multipv=50)
    assert len(lines) == board.legal_moves.count(), len(lines)


@scenario
async def root_moves(engine, _):
    only = chess.Move.from_uci('a2a3')
    assert (await engine.analyse(RUY, FEW_NODES, root_moves=[only]))['pv'][0] == only


@scenario
async def mate(engine, _):
    board = chess.Board('7k/8/8/8/8/8/R7/1R5K w - - 0 1')
    assert (await engine.analyse(board, Limit(mate=2)))['score'].relative == chess.engine.Mate(2)


@scenario
async def mated_side_to_move(engine, _):
    assert (await engine.play(chess.Board('7k/6Q1/6K1/8/8/8/8/8 b - - 0 1'), FEW_NODES)).move is None


@scenario
async def pondering(engine, _):
    board, hits, misses = chess.Board(), 0, 0
    for number in range(4):  # so short that White is not in a hurry and Black not mated
        limit = Limit(white_clock=3, black_clock=3, white_inc=0.1, black_inc=0.1)
        played = await engine.play(board, limit, game=scenarios, ponder=True)
        board.push(played.move)
        hit = number % 2 == 0 and played.ponder
        others = [move for move in board.legal_moves if move != played.ponder]
        answer = played.ponder if hit else others[0]
        hits, misses = hits + bool(hit), misses + (not hit)
        board.push(answer)
    assert hits and misses, (hits, misses)


@scenario
async def chess960(engine, _):
    board = chess.Board('r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1', chess960=True)
    castling = chess.Move.from_uci('c1e1')
    assert (await engine.play(board, FEW_NODES, root_moves=[castling])).move == castling


@scenario
async def tablebases(engine, _):
    await engine.configure({'SyzygyPath': str(TABLES)})
    info = await engine.analyse(chess.Board('8/8/8/8/8/1k6/8/1K5Q w - - 0 1'), Limit(depth=5))
    assert info['tbhits'] > 0 and info['score'].relative > chess.engine.Cp(10000), info


@scenario
async def chances(engine, _):
    await engine.configure({'UCI_ShowWDL': True})
    assert (await engine.analyse(RUY, FEW_NODES))['wdl'].relative.total() == 1000


@scenario
async def refused_options(engine, _):
    for name, value in [('Hash', 0), ('UCI_Elo', 99), ('No such option', 1)]:
        try:
            await engine.configure({name: value})
        except chess.engine.EngineError:
            continue
        raise AssertionError(f'{name} {value} is accepted')


@scenario
async def stopped(engine, _):
    analysis = await engine.analysis(RUY)
    await analysis.get()
    analysis.stop()
    assert (await analysis.wait()).move in RUY.legal_moves


@scenario
async def time_out(engine, _):
    try:
        await asyncio.wait_for(engine.play(RUY, Limit(depth=100)), 0.5)
        raise AssertionError('no time-out')
    except asyncio.TimeoutError:
        pass
    assert (await engine.play(RUY, FEW_NODES)).move in RUY.legal_moves


@scenario
async def killed(engine, transport):
    os.kill(transport.get_pid(), signal.SIGKILL)
    try:
        await engine.play(RUY, FEW_NODES)
        raise AssertionError('a killed engine moves')
    except chess.engine.EngineTerminatedError:
        pass
    _, again = await chess.engine.popen_uci(ENGINE)
    assert (await again.play(RUY, FEW_NODES)).move in RUY.legal_moves
    await again.quit()


async def main():
    for run in scenarios:
        transport, engine = await chess.engine.popen_uci(ENGINE)
        await asyncio.wait_for(run(engine, transport), 120)
        if not transport.is_closing() and transport.get_returncode() is None:
            await engine.quit()
        print('ok', run.__name__.replace('_', ' '))


if __name__ == '__main__':
    asyncio.run(main())
