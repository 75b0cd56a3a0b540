import { startMailWorker } from './mail-worker.ts'

// A process of its own, so that a test can kill it.
await startMailWorker(process.env)
process.send?.('ready')
