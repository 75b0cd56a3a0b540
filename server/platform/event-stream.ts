import type { ServerResponse } from 'node:http'
import type * as z from 'zod'
import type { Log } from './log.ts'

/**
 * How often a stream without events sends a comment: proxies end one that is silent for a minute. Chats carry
 * heartbeats more often.
 */
const KEEP_ALIVE_MS = 25_000
const COMMENT = ': \n\n'

/**
 * Server-sent events to one browser, written when they happen. An open stream without events holds no promise and
 * no buffer, so thousands of them cost little memory and no garbage collection.
 */
export class EventStream<Event> {
  #response: ServerResponse
  #schema: z.ZodType<Event>
  #log: Log
  #alive: NodeJS.Timeout
  #isClosed = false
  #closeHandlers: (() => void)[] = []

  constructor(response: ServerResponse, schema: z.ZodType<Event>, log: Log) {
    this.#response = response
    this.#schema = schema
    this.#log = log
    this.#alive = setInterval(() => response.write(COMMENT), KEEP_ALIVE_MS).unref()
    response.once('close', () => this.#close())
    // Sends the head: an open stream is known to be open before its first event.
    response.write(COMMENT)
  }

  /** Called once: the browser has gone, or `end` was called. */
  onClose(handle: () => void) {
    this.#closeHandlers.push(handle)
  }

  get isClosed() {
    return this.#isClosed
  }

  /** The browser does not read fast enough: what is sent now waits in memory. */
  get isBehind() {
    return this.#response.writableNeedDrain
  }

  /** The schema removes what is not for the reader. */
  send(event: Event) {
    if (this.#isClosed) return
    const { data, error } = this.#schema.safeParse(event)
    if (error) return this.fail(error)
    this.#response.write(`event: message\ndata: ${JSON.stringify(data)}\n\n`)
    this.#alive.refresh()
  }

  /** Resolves when the browser has read enough, or has gone. */
  async drained() {
    if (this.#isClosed || !this.isBehind) return
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#response.off('drain', done).off('close', done)
        resolve()
      }
      this.#response.on('drain', done).on('close', done)
    })
  }

  /** The browser connects again and starts anew. */
  fail(err: unknown) {
    this.#log.warn({ err }, 'an event stream has failed')
    this.#response.destroy()
    this.#close()
  }

  end() {
    this.#response.end()
    // At once: a connection that is dead does not close before its timeout.
    this.#close()
  }

  #close() {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#alive)
    for (const handle of this.#closeHandlers) handle()
  }
}
