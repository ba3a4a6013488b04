"""Runs a job on a thread of its own, so that the calling thread notices Ctrl-C.

Python handles a signal between two bytecodes of the main thread. A main thread that is inside the library would
handle it only when the job is done. So the library runs on a worker thread, and the caller waits in Python.

A job that was called from another thread than the main one stops, too, when the main thread is handling a
KeyboardInterrupt: this is what happens when `with ThreadPoolExecutor()` or `join()` in a `finally` waits for it.
When the program ends, the jobs that still run are stopped.
"""
from __future__ import annotations

import ctypes
import json
import queue
import sys
import threading
import weakref
from typing import Any, Callable, Optional, Set, Tuple

from ._library import Hear, NoHear, lib, taken

Listener = Callable[[str, dict], Any]

_POLL_SECONDS = 0.1       # how often a caller looks whether the main thread was interrupted
_GRACE_SECONDS = 0.7      # how long an interrupted caller waits for the job to end


class _Job:
    """One run of the library on a worker thread."""

    def __init__(self, request: bytes, store: Optional[bytes], threads: int, hear: Optional[Listener]):
        self.stop = ctypes.c_int(0)
        self.answer: Optional[Tuple[str, bool]] = None
        self.failure: Optional[BaseException] = None
        self._hear = hear
        # To the caller: ("event", kind, data), then ("done",). Back to the worker: whether to stop.
        self._events: "queue.SimpleQueue[Tuple[Any, ...]]" = queue.SimpleQueue()
        self._replies: "queue.SimpleQueue[int]" = queue.SimpleQueue()
        self._worker = threading.Thread(target=self._work, args=(request, store, threads), name="dado job", daemon=True)

    def _work(self, request: bytes, store: Optional[bytes], threads: int) -> None:
        failed = ctypes.c_int()
        callback = Hear(self._on_event) if self._hear else NoHear
        try:
            text = taken(lib.dado_lib_run_until(request, store, threads, callback, None, ctypes.byref(self.stop), ctypes.byref(failed)))
            self.answer = text, bool(failed.value)
        except BaseException as why:  # noqa: BLE001 - it is raised again in the caller
            self.failure = why
        self._events.put(("done",))

    def _on_event(self, _context: Any, kind: bytes, data: bytes) -> int:
        if self.stop.value:
            return 1
        self._events.put(("event", kind.decode(), data.decode()))
        return self._replies.get()

    def _abandon(self) -> None:
        self.stop.value = 1
        self._replies.put(1)  # in case that the worker waits for one

    def run(self) -> Tuple[str, bool]:
        """The answer of the library as JSON, and whether it says why there is none."""
        _running.add(self)
        try:
            self._worker.start()
            self._follow()
        except BaseException:
            self._abandon()
            self._worker.join(_GRACE_SECONDS)
            raise
        finally:
            _running.discard(self)
        if self.failure:
            raise self.failure
        assert self.answer is not None
        return self.answer

    def _follow(self) -> None:
        """Passes events to the listener until the job is done."""
        in_main = threading.current_thread() is threading.main_thread()
        while True:
            try:
                event = self._events.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                if not in_main and _main_is_interrupted():
                    raise KeyboardInterrupt from None
                continue
            if event[0] == "done":
                return
            assert self._hear is not None
            stop = 1 if self._hear(event[1], json.loads(event[2])) else 0
            if stop:
                self.stop.value = 1
            self._replies.put(stop)


def _main_is_interrupted() -> bool:
    """Whether the main thread is handling a KeyboardInterrupt now."""
    current = getattr(sys, "_current_exceptions", None)  # since Python 3.10
    if current is None:
        return False
    found = current().get(threading.main_thread().ident)
    if isinstance(found, tuple):  # (type, value, traceback) before Python 3.12
        found = found[1]
    return isinstance(found, KeyboardInterrupt)


_running: "weakref.WeakSet[_Job]" = weakref.WeakSet()


def stop_all() -> None:
    """Stops every job that runs in this process."""
    for job in list(_running):
        job._abandon()


# Python waits for threads before it calls what atexit knows, so jobs must be stopped before that.
_register: Callable[[Callable[[], None]], None] = getattr(threading, "_register_atexit")
_register(stop_all)


def run(request: bytes, store: Optional[bytes], threads: int, hear: Optional[Listener]) -> Tuple[str, bool]:
    return _Job(request, store, threads, hear).run()
