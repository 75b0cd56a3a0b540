/**
 * Runs one task in each turn of the event loop, in order. Between two tasks the process handles what has arrived
 * meanwhile, so a burst of tasks holds up nothing else.
 */
export function createTurnQueue() {
  const tasks: (() => void)[] = []
  let isScheduled = false

  function schedule() {
    isScheduled = true
    setImmediate(runNext)
  }

  function runNext() {
    isScheduled = false
    const task = tasks.shift()
    if (tasks.length > 0) schedule()
    task?.()
  }

  return (task: () => void) => {
    tasks.push(task)
    if (!isScheduled) schedule()
  }
}
