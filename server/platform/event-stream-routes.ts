import type {
  AnyContractProcedure,
  AnySchema,
  ContractProcedure,
  ErrorMap,
  InferSchemaOutput,
} from '@orpc/contract'
import type * as z from 'zod'
import type { ProcedureMeta } from '#contract/policy.ts'
import type { EventStream } from './event-stream.ts'
import type { RequestContext, Session } from './rpc.ts'

/** `session`: what the stream depends on, and ends with; null for a stream that anybody may open. */
type Opened<Event> = { session: Session | null; follow: (stream: EventStream<Event>) => void }

/**
 * A procedure of the contract whose output is an `eventIterator`, answered by a route of its own
 * (server/http/event-streams.ts).
 */
export type EventStreamRoute = {
  procedure: AnyContractProcedure
  events: z.ZodType
  open: (call: RequestContext, input: never) => Promise<Opened<never>>
}

/** `open` refuses by throwing, before the stream begins. Its input is that of the procedure. */
export const eventStreamRoute = <Input extends AnySchema, Output extends AnySchema, Event>(route: {
  procedure: ContractProcedure<Input, Output, ErrorMap, ProcedureMeta>
  events: z.ZodType<Event>
  open: (call: RequestContext, input: InferSchemaOutput<Input>) => Promise<Opened<Event>>
}): EventStreamRoute => route
