// @ts-check
/** `npm start`: installs and builds if needed, then runs the supervisor. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './prepare.mjs'
import { explainAndExit } from './progress.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

stopWithNpm()
await prepare().catch(explainAndExit)
process.chdir(root)
// In this process, so that signals and the exit code need no forwarding.
await import(pathToFileURL(path.join(root, 'dist/server/supervisor.js')).href)
