import { type Answer, json, message, notFound, unauthorized } from './http.ts'
import type { Simulation } from './simulation.ts'
import { type CallKind, type FaultRule, happens } from './switches.ts'

const strikes = new WeakMap<FaultRule, number>()

/** The rule that strikes this call, counted. */
export function strikeFault(sim: Simulation, kind: CallKind): FaultRule | undefined {
  for (const rule of sim.switches.faults) {
    if (rule.on !== 'any' && rule.on !== kind) continue
    const sofar = strikes.get(rule) ?? 0
    if (rule.times !== undefined && sofar >= rule.times) continue
    if (!happens(rule.fraction, sim.random)) continue
    strikes.set(rule, sofar + 1)
    return rule
  }
  return undefined
}

/** The answer that a fault gives in place of the right one, if it gives one at all. */
export function faultAnswer(rule: FaultRule): Answer | null {
  if (rule.fault === '401') return unauthorized()
  if (rule.fault === '403') return message(403, '403 Forbidden')
  if (rule.fault === '404') return notFound()
  if (rule.fault === '500') return message(500, '500 Internal Server Error')
  if (rule.fault === '429') {
    const headers = {
      'retry-after': String(rule.retryAfterSeconds),
      'x-ratelimit-tokenconcurrentlimit': '5',
    }
    return json({ message: '429 Too Many Requests' }, 429, headers)
  }
  if (rule.fault === 'non-json') {
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    return { status: 200, headers, body: '<html><body>Temporarily elsewhere</body></html>' }
  }
  return null
}
