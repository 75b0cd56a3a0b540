import * as z from 'zod'
import { conflicts, InOrder, OneRow, RequiredText, SeenRow, Version } from './editing.ts'
import { refusals } from './errors.ts'
import { Id, Money } from './fields.ts'
import { adminProcedure, cachedProcedure } from './policy.ts'

export const MOST_ZONES = 50
export const MOST_METHODS = 10
export const MOST_STEPS = 20

/** What a method costs: the same for each parcel, by its weight, or nothing because the buyer comes for it. */
export const METHOD_KINDS = ['flat', 'weight', 'pickup'] as const

/** Parcels up to this weight cost this much. */
const WeightStep = z.strictObject({
  up_to_grams: z.int('Enter a whole number').min(1, 'At least 1 g').max(1_000_000, 'Too heavy'),
  price: Money,
})

const Text = (label: string, longest: number) =>
  z.string().trim().max(longest, `${label} is too long`)

const Method = z.strictObject({
  /** Null: a new one. */
  id: Id.nullable(),
  name: RequiredText('Name', 60),
  /** In the owner's words, such as "3 to 5 days". */
  delivery_time: Text('Delivery time', 80),
  kind: z.enum(METHOD_KINDS),
  /** Of a flat method. */
  price: Money,
  /** The parcel is free when its products cost at least this much; null: never. */
  free_from: Money.nullable(),
  /** Of a method by weight; heavier parcels do not go with it. */
  steps: z.array(WeightStep).max(MOST_STEPS, `At most ${MOST_STEPS} steps`),
  pickup_address: Text('Address', 200),
  pickup_hours: Text('Hours', 200),
  active: z.boolean(),
})

const MethodEdit = Method.refine(({ kind, steps }) => kind !== 'weight' || steps.length > 0, {
  path: ['steps'],
  message: 'Add at least one step',
})
  .refine(({ steps }) => steps.every((step, n) => step.up_to_grams > weightBefore(steps, n)), {
    path: ['steps'],
    message: 'Each step must be heavier than the one before',
  })
  .refine(({ kind, pickup_address }) => kind !== 'pickup' || pickup_address !== '', {
    path: ['pickup_address'],
    message: 'Address is required',
  })

const weightBefore = (steps: { up_to_grams: number }[], n: number) => steps[n - 1]?.up_to_grams ?? 0

/** `US`, `US-CA`, or `*` for everywhere else. */
export const EVERYWHERE_ELSE = '*'
const PlaceCode = z.string().regex(/^(\*|[A-Z]{2}(-[A-Z]{2})?)$/, 'This place is not known')

export const ZoneEdit = z.strictObject({
  name: RequiredText('Name', 60),
  places: z.array(PlaceCode).min(1, 'Choose at least one place').max(400),
  methods: z
    .array(MethodEdit)
    .min(1, 'Add at least one method')
    .max(MOST_METHODS, `At most ${MOST_METHODS} methods`),
})
export type ZoneEdit = z.infer<typeof ZoneEdit>

export const ShippingZone = z.object({
  id: Id,
  name: z.string(),
  places: z.array(z.string()),
  methods: z.array(Method.extend({ id: Id })),
  version: Version,
})
export type ShippingZone = z.infer<typeof ShippingZone>

/** A country that is served; `states` are those served, where addresses have a list of them. */
export const Country = z.object({
  name: z.string(),
  states: z.array(z.object({ code: z.string(), name: z.string() })).nullable(),
})
export type Country = z.infer<typeof Country>

/** What visitors read about a zone. */
export const ShippingRates = z.object({
  name: z.string(),
  places: z.array(z.string()),
  methods: z.array(z.object(Method.omit({ id: true, active: true }).shape)),
})
export type ShippingRates = z.infer<typeof ShippingRates>

const zoneErrors = refusals('PLACE_TAKEN', 'TOO_MANY_ZONES')

export const shipping = {
  places: cachedProcedure
    .meta({ loaded: 'later' })
    .route({
      method: 'GET',
      path: '/shipping/places',
      summary: 'Where the shop delivers to; null when any address can be typed',
    })
    .output(
      z.object({
        countries: z.array(Country).nullable(),
        /** Only in shops that tax by place: the total depends on the ZIP code too. */
        by_zip: z.literal(true).optional(),
      }),
    ),
  rates: cachedProcedure
    .meta({ loaded: 'later' })
    .route({
      method: 'GET',
      path: '/shipping/rates',
      summary: 'What shipping costs; empty when it is free everywhere',
    })
    .output(z.array(ShippingRates)),
  zones: adminProcedure('settings')
    .route({ method: 'GET', path: '/shipping/zones', summary: 'Zones with their methods' })
    .output(z.array(ShippingZone)),
  create: adminProcedure('settings')
    .route({
      method: 'POST',
      path: '/shipping/zones',
      successStatus: 201,
      summary: 'Add a zone with its methods',
    })
    .input(ZoneEdit)
    .errors(zoneErrors)
    .output(ShippingZone),
  update: adminProcedure('settings')
    .route({ method: 'PUT', path: '/shipping/zones/{id}', summary: 'Change a zone' })
    .input(ZoneEdit.extend(SeenRow.shape))
    .errors({ ...conflicts, ...zoneErrors })
    .output(ShippingZone),
  reorder: adminProcedure('settings')
    .route({
      method: 'PUT',
      path: '/shipping/zones/order',
      summary: 'The sequence of zones; the cart speaks of the first one',
    })
    .input(InOrder)
    .output(InOrder),
  remove: adminProcedure('settings')
    .route({ method: 'DELETE', path: '/shipping/zones/{id}', summary: 'Delete a zone' })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(OneRow),
}
