// @ts-check

const CHECK_MS = 500

/**
 * npm passes SIGTERM on only to the shell in which it runs a script. The shell ends and leaves its child behind, with
 * its ports and its database. So a script that npm started stops when that shell is gone.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, CHECK_MS)
  timer.unref()
}
