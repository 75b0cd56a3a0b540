import { Gauge, type Registry } from 'prom-client'
import { lastBackupAt } from '../modules/backups/index.ts'
import { waitingMails } from '../modules/mail/index.ts'
import { countStoredBytes } from '../modules/media/index.ts'
import { countPaidOrders } from '../modules/orders/index.ts'
import { countAttention } from '../modules/payments/index.ts'
import { freeBytes } from '../platform/machine.ts'
import type { AppContext } from '../platform/rpc.ts'
import { singleFlight } from '../platform/single-flight.ts'

type Value = { value: number; labels?: Record<string, string> }
type Figure = { name: string; help: string; labelNames?: string[]; read: () => Promise<Value[]> }

const one = (value: number): Value[] => [{ value }]

/** What an owner watches: figures of the whole shop, read when somebody asks. Every process gives the same. */
export function registerShopFigures(registry: Registry, context: AppContext) {
  for (const { read, ...about } of figuresOf(context)) {
    new Gauge({
      labelNames: [],
      ...about,
      registers: [registry],
      async collect() {
        this.reset()
        // Without the database the figures of the process itself are still worth reading.
        const values = await read().catch(() => [])
        for (const { labels = {}, value } of values) this.set(labels, value)
      },
    })
  }
}

function figuresOf({ config, db, jobs, now }: AppContext): Figure[] {
  const together = singleFlight<string, Awaited<ReturnType<typeof jobs.readQueues>>>()
  const queues = async (figure: 'waiting' | 'oldest_seconds' | 'scheduled') =>
    (await together('queues', () => jobs.readQueues(db))).map((queue) => ({
      labels: { queue: queue.name },
      value: queue[figure],
    }))
  return [
    {
      name: 'petal_orders_paid',
      help: 'Orders that were paid and not cancelled',
      read: async () => one(await countPaidOrders(db)),
    },
    {
      name: 'petal_payments_needing_attention',
      help: 'Payments that an admin has to look at',
      read: async () => one(await countAttention(db)),
    },
    {
      name: 'petal_mails_waiting',
      help: 'Mails that are not sent yet, or will be tried again',
      read: async () => one((await waitingMails(db)).count),
    },
    {
      name: 'petal_mails_oldest_seconds',
      help: 'Age of the oldest mail that is not sent yet',
      read: async () => one((await waitingMails(db)).oldest_seconds),
    },
    {
      name: 'petal_jobs_waiting',
      help: 'Jobs that are due and not begun',
      labelNames: ['queue'],
      read: () => queues('waiting'),
    },
    {
      name: 'petal_jobs_oldest_seconds',
      help: 'How long the oldest of these has been due',
      labelNames: ['queue'],
      read: () => queues('oldest_seconds'),
    },
    {
      name: 'petal_jobs_scheduled',
      help: 'Jobs for a later time, such as a reminder tomorrow',
      labelNames: ['queue'],
      read: () => queues('scheduled'),
    },
    {
      name: 'petal_backup_age_seconds',
      help: 'Time since the last backup that succeeded; missing when there is none',
      read: async () => {
        const at = await lastBackupAt(db)
        return at ? one((now().getTime() - Date.parse(at)) / 1000) : []
      },
    },
    {
      name: 'petal_free_disk_bytes',
      help: 'Free space where uploads are received; under MIN_FREE_DISK_MB they are refused',
      read: async () => one(await freeBytes(config.dataDir)),
    },
    {
      name: 'petal_stored_file_bytes',
      help: 'What all uploaded files take, without the sizes made from them',
      read: async () => one(await countStoredBytes(db)),
    },
  ]
}
