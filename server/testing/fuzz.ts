type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
  maximum?: number
  maxLength?: number
}
type Operation = {
  parameters?: { name: string; in: string; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}
export type OpenApi = { paths: Record<string, Record<string, Operation>> }

type Options = {
  seed: number
  ids: string[]
  /** What fields of this name get half of the time, such as a password that is right. */
  known?: Record<string, string[]>
  /** What is uploaded: whole, cut off or with bytes changed. */
  files?: Buffer[]
}

/** What programs forget: edges of numbers, times and texts, values of another type, nothing at all. */
const ODD_NUMBERS = [0, -1, 0.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, -(2 ** 31) - 1]
const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '%',
  "'; drop table orders; --",
  '../../etc/passwd',
  '=1+1',
  '\u202e\u200b',
  'é'.repeat(300),
  'x'.repeat(10_000),
  '2026-02-31',
  '9999-12-31',
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  'https://example.com/\u0007',
  'javascript:alert(1)',
  '__proto__',
]
const ODD_VALUES = [null, true, [], {}, [[]], Number.MAX_SAFE_INTEGER, 'text', { length: -1 }]

/** Calls of the operations of an OpenAPI description; the same seed makes the same calls. */
export function createFuzz({ paths }: OpenApi, options: Options) {
  const { seed, ids, known = {}, files = [] } = options
  const random = createRandom(seed)
  const pick = <Value>(values: readonly Value[]) =>
    values[Math.floor(random() * values.length)] as Value

  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )

  /** Mostly what the schema asks for, so that calls get beyond the check of their input. */
  function inputOf(schema: Schema = {}, depth = 0): unknown {
    if (random() < 0.04) return pick(ODD_VALUES)
    const branches = schema.anyOf ?? schema.oneOf
    if (branches) return inputOf(pick(branches), depth)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => inputOf(one, depth)))
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return pick(schema.enum)
    const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type
    if (type === 'object') return depth > 5 ? {} : objectOf(schema, depth)
    if (type === 'array') {
      const length = pick([0, 1, 1, 2, 5])
      return Array.from({ length: depth > 5 ? 0 : length }, () => inputOf(schema.items, depth + 1))
    }
    if (type === 'boolean') return random() < 0.5
    if (type === 'null') return null
    if (type === 'number' || type === 'integer') return numberOf(schema)
    return textOf(schema)
  }

  function objectOf({ properties = {} }: Schema, depth: number) {
    const given = Object.entries(properties).filter(() => random() > 0.06)
    return Object.fromEntries(
      given.map(([name, one]) => [
        name,
        known[name] && random() < 0.5 ? pick(known[name]) : inputOf(one, depth + 1),
      ]),
    )
  }

  function numberOf({ type, minimum = 0, maximum = 1000 }: Schema) {
    if (random() < 0.2) return pick([...ODD_NUMBERS, minimum, maximum])
    const value = minimum + random() * (Math.min(maximum, minimum + 1000) - minimum)
    return type === 'integer' ? Math.round(value) : Math.round(value * 100) / 100
  }

  function textOf({ format, maxLength = 40 }: Schema) {
    if (random() < 0.12) return pick(ODD_TEXTS)
    if (format === 'uuid') return pick(ids)
    if (format === 'email') return `fuzz${Math.floor(random() * 50)}@example.com`
    if (format === 'date-time') return new Date(random() * 4e12).toISOString()
    if (format === 'date') return new Date(random() * 4e12).toISOString().slice(0, 10)
    if (format === 'uri') return 'https://example.com/a'
    return 'A quiet text for a field'.slice(0, Math.max(1, Math.min(maxLength, 24)))
  }

  /** Now and then without a file, with two, with an odd name, or with a field beside it. */
  function formOf(): FormData {
    const form = new FormData()
    const count = pick([0, 1, 1, 1, 1, 1, 1, 2])
    for (let n = 0; n < count; n++) {
      const type = pick(['image/jpeg', 'video/mp4', 'text/html', ''])
      const name = random() < 0.2 ? pick(ODD_TEXTS) : 'photo.jpg'
      form.append('file', new Blob([damaged(pick(files))], { type }), name)
    }
    if (random() < 0.1) form.append('purpose', pick(ODD_TEXTS))
    return form
  }

  function damaged(file: Buffer) {
    const bytes = new Uint8Array(file)
    const way = random()
    if (way < 0.3) return bytes
    if (way < 0.6) return bytes.subarray(0, Math.floor(random() * bytes.length))
    for (let n = 0; n < 20; n++) bytes[Math.floor(random() * bytes.length)] = random() * 256
    return bytes
  }

  const asText = (value: unknown) =>
    typeof value === 'object' ? JSON.stringify(value) : String(value)

  function callOf({ name, method, path, operation }: (typeof operations)[number]) {
    const { parameters = [], requestBody } = operation
    const query = new URLSearchParams()
    let address = path
    for (const { name: parameter, in: place, schema } of parameters) {
      // A lone surrogate cannot be written into an address.
      const text = asText(inputOf(schema))
        .replaceAll(/[\ud800-\udfff]/g, '')
        .slice(0, 2000)
      const inPath = new RegExp(`\\{\\+?${parameter}\\}`)
      if (place === 'path') address = address.replace(inPath, () => encodeURIComponent(text) || 'x')
      else if (random() > 0.3) query.append(parameter, text)
    }
    const { 'application/json': json, 'multipart/form-data': multipart } =
      requestBody?.content ?? {}
    const body = multipart ? formOf() : json && method !== 'GET' ? inputOf(json.schema) : undefined
    return { name, method, body, path: query.size > 0 ? `${address}?${query}` : address }
  }

  return { operations, callOf }
}

/** Mulberry32. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
