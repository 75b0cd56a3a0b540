import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** Answers, a line of JSON each. The last is `done` or `failure`. */
export type HandOverAnswer = { supervisor: string } | { done: true } | { failure: string }

type Handler = (folder: string) => Promise<void>

/** Relative, since the path of a socket has at most 107 letters. */
const socketIn = (dataDir: string) => path.relative(process.cwd(), path.join(dataDir, 'control'))

/** Lets `petal upgrade` ask the running shop to hand over to the version in another folder. */
export async function listenForHandOver(dataDir: string, ownFolder: string, handOver: Handler) {
  const file = socketIn(dataDir)
  // The shop of this folder runs once; what is there was left by one that was killed.
  rmSync(file, { force: true })
  const server = createServer((connection) => {
    connection.on('error', () => {})
    const say = (answer: HandOverAnswer) => connection.write(`${JSON.stringify(answer)}\n`)
    say({ supervisor: ownFolder })
    createInterface(connection).once('line', async (line) => {
      try {
        const { folder } = JSON.parse(line) as { folder: string }
        await handOver(folder)
        say({ done: true })
      } catch (error) {
        say({ failure: (error as Error).message })
      }
      connection.end()
    })
  })
  const before = process.umask(0o077)
  server.listen(file)
  process.umask(before)
  await once(server, 'listening')
  return async () => {
    server.close()
  }
}

/** The other end, in `petal upgrade`. Undefined when no shop runs on this data. */
export async function connectToShop(dataDir: string) {
  const connection = connect(socketIn(dataDir))
  const isOpen = await once(connection, 'connect').then(
    () => true,
    () => false,
  )
  if (!isOpen) return undefined
  const answers = readAnswers(connection)
  const { value: hello } = await answers.next()
  const supervisor = hello && 'supervisor' in hello ? hello.supervisor : ''
  return {
    /** The folder that its supervisor runs from, which must stay. */
    supervisor,
    close: () => connection.destroy(),
    async handOver(folder: string): Promise<void> {
      connection.write(`${JSON.stringify({ folder })}\n`)
      for await (const answer of answers) {
        if ('done' in answer) return
        if ('failure' in answer) throw new Error(answer.failure)
      }
      throw new Error('The shop was stopped meanwhile.')
    },
  }
}

async function* readAnswers(connection: Socket): AsyncGenerator<HandOverAnswer> {
  for await (const line of createInterface(connection)) yield JSON.parse(line)
}
