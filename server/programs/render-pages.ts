import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { createORPCClient, createORPCErrorFromJson } from '@orpc/client'
import type { RenderedPage, RenderRequest } from '../http/render-thread.ts'
import { connectThreads } from '../platform/thread-calls.ts'

type ApiAnswer = { result: unknown } | { error: Parameters<typeof createORPCErrorFromJson>[0] }

if (!parentPort) throw new Error('This program runs as a thread of a web process')

const { createRenderer } = await import(pathToFileURL(workerData.renderEntry).href)
const main = connectThreads(parentPort, {
  isReady: async () => true,
  render: (request: RenderRequest): Promise<RenderedPage> => renderer.render(request),
})
const renderer = createRenderer({
  api: createORPCClient({
    async call(path, input) {
      const answer = await main.call<ApiAnswer>('callApi', { path, input })
      if ('error' in answer) throw createORPCErrorFromJson(answer.error)
      return answer.result
    },
  }),
  manifest: workerData.manifest,
  // The main thread has logged it.
  onFailure: () => {},
})
