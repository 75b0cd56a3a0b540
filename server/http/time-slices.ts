/** How long tasks may run before everything else gets its turn. */
const SLICE_MS = 4

/**
 * A queue for bursts of small tasks. They run in order, for a few milliseconds at a time; between two slices the
 * process handles whatever else has arrived.
 */
export function createTimeSlicedQueue({ clock = () => performance.now() } = {}) {
  const tasks: (() => void)[] = []
  let isScheduled = false

  function schedule() {
    isScheduled = true
    setImmediate(runSlice)
  }

  function runSlice() {
    const end = clock() + SLICE_MS
    do tasks.shift()?.()
    while (tasks.length > 0 && clock() < end)
    isScheduled = false
    if (tasks.length > 0) schedule()
  }

  return (task: () => void) => {
    tasks.push(task)
    if (!isScheduled) schedule()
  }
}
