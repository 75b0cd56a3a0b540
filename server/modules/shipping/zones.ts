import { randomUUID } from 'node:crypto'
import { and, arrayOverlaps, asc, ne, sql } from 'drizzle-orm'
import { countryName, STATES } from '#contract/places.ts'
import { EVERYWHERE_ELSE, MOST_ZONES, type ZoneEdit } from '#contract/shipping.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { createRow, deleteRow, updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { isTaxOn } from '../tax/reads.ts'
import { countriesServed } from './offers.ts'
import { shipping_zones } from './shipping.table.ts'

/** In the owner's sequence. */
export const listZones = (db: Db) =>
  db
    .select({
      id: shipping_zones.id,
      name: shipping_zones.name,
      places: shipping_zones.places,
      methods: shipping_zones.methods,
      version: shipping_zones.version,
    })
    .from(shipping_zones)
    .orderBy(asc(shipping_zones.display_order), asc(shipping_zones.created_at))
    .prepare('list_zones')
    .execute()

/** The lists of the checkout. Tax depends on the state too, so that with tax it is chosen from a list, not typed. */
export async function listPlaces(db: Db) {
  const countries = countriesServed(await listZones(db))
  if (!(await isTaxOn(db))) return { countries }
  return { countries: countries ?? countriesServed([EVERYWHERE]), by_zip: true as const }
}

const EVERYWHERE = { name: '', places: [EVERYWHERE_ELSE], methods: [] }

/** As visitors read them: what is offered, and the names of the places. */
export async function listRates(db: Db) {
  const zones = await listZones(db)
  return zones.map(({ name, places, methods }) => ({
    name,
    places: places.map(nameOf),
    methods: methods.filter(({ active }) => active),
  }))
}

const options = (by: ChangedBy) => ({ by, name: ({ name }: { name: string }) => name })

export const createZone = (db: Db, edit: ZoneEdit, by: ChangedBy) =>
  db.transaction(async (tx) => {
    await lockZones(tx)
    const count = await tx.$count(shipping_zones)
    if (count >= MOST_ZONES) throw errors.TOO_MANY_ZONES()
    await refuseTakenPlaces(tx, edit.places)
    const values = { ...edit, methods: withIds(edit.methods), display_order: count }
    const created = await createRow(tx, shipping_zones, values, options(by))
    await announceChange(tx, 'shipping')
    return created
  })

export const updateZone = (
  db: Db,
  { id, version, ...edit }: ZoneEdit & { id: string; version: number },
  by: ChangedBy,
) =>
  db.transaction(async (tx) => {
    await lockZones(tx)
    await refuseTakenPlaces(tx, edit.places, id)
    const values = { ...edit, methods: withIds(edit.methods) }
    const saved = await updateRow(tx, shipping_zones, { id, version }, values, options(by))
    await announceChange(tx, 'shipping')
    return saved
  })

export const removeZone = (db: Db, id: string, by: ChangedBy) =>
  db.transaction(async (tx) => {
    await deleteRow(tx, shipping_zones, id, options(by))
    await announceChange(tx, 'shipping')
    return { id }
  })

export const reorderZones = (db: Db, ids: string[], by: ChangedBy) =>
  db.transaction(async (tx) => {
    const before = await listZones(tx)
    await tx.execute(sql`
      update ${shipping_zones} set display_order = place - 1
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as listed (zone_id, place)
      where id = zone_id`)
    const after = await listZones(tx)
    const names = (zones: typeof after) => ({ order: zones.map(({ name }) => name) })
    const object = { type: 'shipping_zones', id: 'order', name: 'Sequence of zones' }
    await recordAudit(tx, { by, object, before: names(before), after: names(after) })
    await announceChange(tx, 'shipping')
    return { ids: after.map(({ id }) => id) }
  })

/** Two admins at once must not give one place to two zones. */
const lockZones = (tx: Db) =>
  tx.execute(sql`lock table ${shipping_zones} in share row exclusive mode`)

async function refuseTakenPlaces(tx: Db, places: string[], own?: string) {
  const others = and(
    arrayOverlaps(shipping_zones.places, places),
    own ? ne(shipping_zones.id, own) : undefined,
  )
  const [other] = await tx.select().from(shipping_zones).where(others).limit(1)
  const place = places.find((one) => other?.places.includes(one))
  if (other && place) throw errors.PLACE_TAKEN({ data: { place: nameOf(place), zone: other.name } })
}

function nameOf(place: string) {
  if (place === EVERYWHERE_ELSE) return 'Everywhere else'
  const [country = '', state] = place.split('-')
  return (state && STATES[country]?.[state]) || countryName(country)
}

/** An id of another zone is not taken over: two methods would have it. */
const withIds = (methods: ZoneEdit['methods']) =>
  methods.map((method) => ({ ...method, id: method.id ?? randomUUID() }))
