import { openMailOffice } from './mail-office.ts'

// A process of its own, so that a test can kill it.
await openMailOffice(process.env)
process.send?.('open')
