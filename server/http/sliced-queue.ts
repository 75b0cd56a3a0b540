/** How long a slice lasts. A task that takes longer has a slice for itself. */
const SLICE_MS = 1

/**
 * Runs tasks in order, in short slices: one in each iteration of the event loop. Between two slices the process handles
 * what has arrived meanwhile, so a burst of tasks holds up nothing else.
 */
export function createSlicedQueue(clock = () => performance.now()) {
  const tasks: (() => void)[] = []
  let isRunning = false

  async function run() {
    isRunning = true
    while (tasks.length > 0) {
      await new Promise((resolve) => setImmediate(resolve))
      const end = clock() + SLICE_MS
      do {
        const task = tasks.shift()
        // Not called here: an error that it throws would end the queue, not the process.
        if (task) queueMicrotask(task)
        await continuations()
      } while (tasks.length > 0 && clock() < end)
    }
    isRunning = false
  }

  return (task: () => void) => {
    tasks.push(task)
    if (!isRunning) void run()
  }
}

/** Until all that awaited the task has gone on: it counts as part of the task. */
const continuations = () =>
  new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(resolve)))
