import { setTimeout as pause } from 'node:timers/promises'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { ORPCError } from '@orpc/server'
import { isUnavailable } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { sizesFor, thisMachine } from '../platform/machine.ts'
import { connectThreads } from '../platform/thread-calls.ts'
import type { Api } from './api.ts'

type Options = {
  /** The built `server/programs/render-pages.ts`. */
  program: string
  /** The built renderer of the web, and Vite's manifest of the browser's files. */
  renderEntry: string
  manifest: unknown
  api: Api
  log: Log
}

type ApiCall = { path: string[]; input: unknown }

const RESTART_MS = 200
/** A page takes milliseconds. One that never ends would keep all others waiting. */
const LONGEST_RENDER_MS = 20_000

const { heapMb, semiSpaceMb } = sizesFor(thisMachine()).render
const RESOURCE_LIMITS: ResourceLimits = {
  maxOldGenerationSizeMb: heapMb,
  // V8's young generation is three semi-spaces.
  maxYoungGenerationSizeMb: 3 * semiSpaceMb,
}

/**
 * Renders pages in a thread of its own: rendering is the longest work of a web process, and meanwhile this thread
 * accepts visitors and answers them from the cache. The renderer asks for its data here, where the connections to the
 * database and the cached results are. A thread that ends, whatever the reason, is replaced.
 */
export function startRenderThread({ program, renderEntry, manifest, api, log }: Options) {
  let isClosing = false

  const callApi = async ({ path, input }: ApiCall) => {
    try {
      return { result: await procedureAt(api.inProcess, path)(input) }
    } catch (err) {
      const isAnswer = err instanceof ORPCError && (err.status < 500 || isUnavailable(err))
      if (isAnswer) return { error: err.toJSON() }
      log.error({ err }, 'page failed')
      return { error: new ORPCError('INTERNAL_SERVER_ERROR').toJSON() }
    }
  }

  function start() {
    const worker = new Worker(program, {
      workerData: { renderEntry, manifest },
      resourceLimits: RESOURCE_LIMITS,
    })
    const thread = connectThreads(worker, { callApi })
    worker.on('error', (err) => log.error({ err }, 'the render thread failed'))
    worker.once('exit', async () => {
      thread.end(new Error('The render thread ended'))
      await pause(RESTART_MS)
      if (!isClosing) running = start()
    })
    return { call: thread.call, terminate: () => worker.terminate() }
  }

  let running = start()

  return {
    ready: () => running.call('isReady', null),

    async render(request: RenderRequest) {
      const { call, terminate } = running
      const limit = setTimeout(terminate, LONGEST_RENDER_MS)
      try {
        return await call<RenderedPage>('render', request)
      } finally {
        clearTimeout(limit)
      }
    },

    async close() {
      isClosing = true
      await running.terminate()
    },
  }
}

type Procedure = (input: unknown) => Promise<unknown>

function procedureAt(client: Api['inProcess'], path: string[]): Procedure {
  const found = path.reduce<unknown>(
    (branch, name) => (branch as Record<string, unknown> | undefined)?.[name],
    client,
  )
  if (typeof found !== 'function') throw new Error(`No procedure ${path.join('.')}`)
  return found as Procedure
}

export type RenderRequest = { url: string; origin: string }

export type RenderedPage = {
  status: number
  headers: Record<string, string>
  html: string
  /** The only ones that may run. */
  inlineScripts: string[]
  isComplete: boolean
  /** The database was away meanwhile. */
  isUnavailable: boolean
}
