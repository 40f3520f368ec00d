"""`referee mcp` as a process: clients that go, lines of every kind, calls that are given up, long conversations."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp_client import ROOT, Session, connected, of_own_loop, talk
from running import STATE

LINE = "brush; attacker ogre C3; defender lion C4 hits 3; strike C3 at C4"
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
LONG = {"state": STATE, "playouts": 1_000_000}


class Raw:
    """A server whose lines are written and read by hand."""

    def __init__(self, *words: str) -> None:
        command = [sys.executable, "-m", "referee", "mcp", *words]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment)

    def send(self, *messages: Any) -> None:
        assert self.process.stdin is not None
        for one in messages:
            self.process.stdin.write(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n")
        self.process.stdin.flush()

    def hear(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def ended(self) -> tuple[int, str]:
        """Return the exit code and what is on standard error, once it has ended."""
        code = self.process.wait(timeout=30)
        assert self.process.stderr is not None
        return code, self.process.stderr.read().decode()


@pytest.fixture
def raw() -> Iterator[Raw]:
    server = Raw()
    yield server
    server.process.kill()
    server.process.wait()


def called(number: int, tool: str, **arguments: Any) -> dict[str, Any]:
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


@pytest.mark.slow
def test_a_client_that_closes_ends_the_server(raw: Raw) -> None:
    raw.send(HELLO, READY)
    assert raw.hear()["result"]["serverInfo"]["name"] == "referee"
    raw.process.stdin.close()  # type: ignore[union-attr]
    assert raw.ended() == (0, "")


@pytest.mark.slow
def test_a_client_that_goes_in_the_middle_of_a_call_ends_the_server(raw: Raw) -> None:
    raw.send(HELLO, READY, called(2, "odds", **LONG))
    raw.hear()
    time.sleep(0.3)
    raw.process.stdin.close()  # type: ignore[union-attr]
    raw.process.stdout.close()  # type: ignore[union-attr]
    begun = time.monotonic()
    code, said = raw.ended()
    assert time.monotonic() - begun < 20
    assert "Traceback" not in said
    assert code in (0, 74)


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_the_server_without_a_traceback(raw: Raw, how: signal.Signals) -> None:
    raw.send(HELLO, READY, called(2, "odds", **LONG))
    raw.hear()
    time.sleep(0.3)
    raw.process.send_signal(how)
    code, said = raw.ended()
    assert code == (130 if how == signal.SIGINT else -signal.SIGTERM)
    assert not said


@pytest.mark.slow
def test_lines_that_are_no_messages_and_lines_that_are_too_long_do_not_end_it(raw: Raw) -> None:
    raw.send(HELLO, READY)
    raw.hear()
    huge = b"x" * (9 << 20)
    raw.send(b"\n", b"{\n", b"\xff\xfe\n", b"null\n", b"[1]\n", b'"' + huge + b"\n", b'{"jsonrpc": "3"}\n')
    raw.send(b'{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "' + huge + b'"}}\n')
    raw.send(b'{"method": "tools/call", "params": {"name": "' + huge + b'"}, "jsonrpc": "2.0", "id": 8}\n')
    raw.send(called(9, "help"))
    found = {}
    while 9 not in found:
        heard = raw.hear()
        found[heard.get("id")] = heard
    assert found[7]["error"]
    assert found[8]["error"]
    assert found[9]["result"]["structuredContent"]["rulesets"]


@pytest.mark.slow
def test_deep_and_large_arguments_are_refused(raw: Raw) -> None:
    raw.send(HELLO, READY)
    raw.hear()
    deep = b'{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "legal", "arguments": {"state": '
    raw.send(deep + b'{"a": ' * 150 + b"1" + b"}" * 150 + b"}}}\n", called(3, "legal", state={"a": [1e308, 10**25]}))
    raw.send(called(4, "ask", ruleset="titan", question="a" * 5000), called(5, "help"))
    found = {}
    while 5 not in found:
        heard = raw.hear()
        found[heard.get("id")] = heard
    for number in (2, 3, 4):
        if number in found:
            assert "error" in found[number] or found[number]["result"]["isError"]
    assert {3, 4} <= found.keys()


@pytest.mark.slow
def test_a_call_that_is_given_up_makes_room_for_the_next() -> None:
    async def ask(session: Session) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(session.call("odds", **LONG), 1.5)
        assert not (await asyncio.wait_for(session.call("help"), 30)).wrong

    talk(ask)
    talk(ask, mode="legacy")


@pytest.mark.slow
def test_calls_at_once_are_answered_each_with_its_own() -> None:
    async def ask(session: Session) -> None:
        async def one(hits: int) -> tuple[int, Any]:
            line = LINE.replace("hits 3", f"hits {hits}")
            return hits, (await session.call("ask", ruleset="titan", question=line)).data["answer"]["kill_probability"]

        found = dict(await asyncio.gather(*(one(hits) for hits in (0, 1, 2, 3, 4) * 4)))
        chances = [found[hits] for hits in range(5)]
        assert chances == sorted(chances)
        assert len(set(chances)) == 5

    talk(ask)


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "rounds"), [("auto", 10), ("legacy", 2)])
def test_calls_again_have_the_same_answers(mode: str, rounds: int) -> None:
    async def ask(session: Session) -> None:
        state = (
            await session.call("new", ruleset="titan", parameters={"attacking": ["ogre"], "defending": ["lion"]})
        ).data
        rows = [
            ("ask", {"ruleset": "titan", "question": LINE}),
            ("legal", {"state": STATE}),
            ("rules", {"ruleset": "titan", "cite": "LoT 12.4"}),
            ("show", {"state": STATE, "form": "list"}),
            ("help", {"ruleset": "titan"}),
            ("check", {"state": STATE, "orders": {"player": "black", "orders": ["end strike"]}}),
            ("odds", {"ruleset": "titan", "question": LINE}),
            ("legal", {"state": state}),
            ("ask", {"ruleset": "titan", "question": "nonsense"}),
            ("adjudicate", {"state": STATE, "orders": {"player": "black", "orders": ["end strike"]}}),
        ]
        first = [await session.call(tool, **given) for tool, given in rows]
        for _ in range(rounds):
            for (tool, given), known in zip(rows, first, strict=True):
                assert (await session.call(tool, **given)).data == known.data

    talk(ask, mode=mode)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["titan", "titan-magi"])
def test_a_whole_battle_to_its_end(ruleset: str, tmp_path: Path) -> None:
    """Each order is one of those listed; dice are drawn from a secret; every step is written into the folder."""
    (tmp_path / "game.secret").write_text("8f1de0a9c37b5e2466d0417fb92ac8e3351c7d90af68be02d4975b1362e8fa0c\n")

    async def play() -> int:
        async with connected("--games", str(tmp_path)) as session:
            parameters = {"battleland": "plains", "attacking": ["ogre", "troll"], "defending": ["lion", "centaur"]}
            made = await session.call(
                "new", ruleset=ruleset, parameters=parameters, secret="game.secret", write="0.yaml"
            )
            assert not made.wrong, made.text
            for number in range(400):
                state = f"{number}.yaml"
                found = await session.call("legal", state=state)
                if found.data["phase"] is None:
                    return number
                rows, player = found.data["legal"], found.data["players"][0]
                mine = [row for row in rows if row.get("told", {}).get("by", player) == player and "concede" not in row]
                order = max(mine, key=_eager)
                plain = {key: value for key, value in order.items() if key != "told"}
                done = await session.call(
                    "adjudicate", state=state, orders={"player": player, "orders": [plain]}, secret="game.secret",
                    write=f"{number + 1}.yaml", write_trace=f"{number + 1}.trace.yaml", trace=False,
                )  # fmt: skip
                assert not done.wrong, done.text
                assert done.data["legal"], done.text
        return 400

    steps = of_own_loop(play())
    assert 5 < steps < 400
    traces = [str(tmp_path / f"{number}.trace.yaml") for number in range(1, steps + 1)]
    command = [sys.executable, "-m", "referee", "replay", *traces, "--secret", str(tmp_path / "game.secret")]
    proof = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert proof.returncode == 0, proof.stdout + proof.stderr


def _eager(row: dict[str, Any]) -> tuple[int, str]:
    """Return how soon an order is given: blows first, then entering and moving ahead, the end of a phase last."""
    verb = next(iter(row))
    rank = {"strike": 5, "rangestrike": 4, "enter": 3, "end": 1}.get(verb, 0)
    return rank, json.dumps(row, sort_keys=True)
