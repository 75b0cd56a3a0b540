import type { MessagePort, Worker } from 'node:worker_threads'

type Side = Pick<MessagePort | Worker, 'postMessage'> & {
  on(event: 'message', listen: (message: Message) => void): unknown
}
type Message =
  | { call: number; name: string; input: unknown }
  | { answerTo: number; result: unknown }
  | { answerTo: number; error: unknown }

type Waiting = { resolve: (result: unknown) => void; reject: (error: unknown) => void }

/**
 * Calls between two threads, in both directions: `functions` are what the other side may call. Inputs, results and
 * errors are copied, so an error arrives without its class.
 */
export function connectThreads(
  side: Side,
  functions: Record<string, (input: never) => Promise<unknown>>,
) {
  const waiting = new Map<number, Waiting>()
  let lastCall = 0
  let ended: Error | undefined

  async function answer(call: number, name: string, input: unknown) {
    try {
      const result = await functions[name]?.(input as never)
      side.postMessage({ answerTo: call, result })
    } catch (error) {
      side.postMessage({ answerTo: call, error: copyable(error) })
    }
  }

  side.on('message', (message) => {
    if ('call' in message) return void answer(message.call, message.name, message.input)
    const caller = waiting.get(message.answerTo)
    waiting.delete(message.answerTo)
    if ('error' in message) caller?.reject(message.error)
    else caller?.resolve(message.result)
  })

  return {
    call: <Result>(name: string, input: unknown) =>
      new Promise<Result>((resolve, reject) => {
        if (ended) return reject(ended)
        const call = ++lastCall
        waiting.set(call, { resolve: resolve as Waiting['resolve'], reject })
        side.postMessage({ call, name, input })
      }),

    /** The other thread has ended: nobody answers what was asked, nor what will be. */
    end(error: Error) {
      ended = error
      for (const caller of waiting.values()) caller.reject(error)
      waiting.clear()
    },
  }
}

/** Errors of some classes, such as DOMException, arrive empty. */
function copyable(error: unknown) {
  const { message, stack } = error as Error
  return Object.assign(new Error(message), { stack })
}
