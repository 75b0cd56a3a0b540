// @ts-check
/** `npm start`: prepares what is not ready, then becomes the shop's supervisor. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './prepare.mjs'
import { explainAndExit } from './progress.mjs'

await prepare().catch(explainAndExit)
process.chdir(root)
// In this very process: whatever signal or exit code there is needs no forwarding.
await import(pathToFileURL(path.join(root, 'dist/server/supervisor.js')).href)
