"""Worker processes with limits: the one way in which satplay runs functions in other processes.

``WorkerPool`` has the interface of ``concurrent.futures.Executor``.  In addition, each call has limits of
time and memory, a call that is running can be cancelled, and a worker that dies is replaced.
"""
