import type { OpenAPI } from '@orpc/contract'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { WEBHOOK_EVENTS, webhookBody } from '#contract/webhook-events.ts'

const HEADERS = {
  'webhook-id': 'The same with each attempt: what arrived already can be left out.',
  'webhook-timestamp':
    'When it was sent, in seconds since 1970. Refuse what is older than five minutes.',
  'webhook-signature':
    '`v1,` and the base64 of HMAC-SHA-256 over `webhook-id.webhook-timestamp.body`. The key is the base64 behind `whsec_`.',
}

type Described = Record<string, { post: OpenAPI.OperationObject }>

/** What the shop sends to others (the section `webhooks` of OpenAPI 3.1), in the form of Standard Webhooks. */
export async function describeWebhooks(): Promise<Described> {
  const converter = new ZodToJsonSchemaConverter()
  const described = WEBHOOK_EVENTS.map(async (event) => {
    const [, schema] = await converter.convert(webhookBody(event), { strategy: 'output' })
    const post: OpenAPI.OperationObject = {
      operationId: `webhook.${event}`,
      summary: `Sent to the webhooks that want ${event}`,
      security: [],
      parameters: Object.entries(HEADERS).map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schema as OpenAPI.SchemaObject } },
      },
      responses: {
        '2XX': { description: 'Delivered. Anything else is tried again for three days.' },
        '410': { description: 'The webhook is switched off.' },
      },
    }
    return [event, { post }] as const
  })
  return Object.fromEntries(await Promise.all(described))
}
