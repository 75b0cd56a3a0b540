import { expect, test } from 'vitest'
import { changeSelection, readSelection } from './selection.ts'

type Row = { id: string }
const lone: Row = { id: 'lone' }
const group: Row = { id: 'group' }
const sizes: Row[] = [{ id: '30 ml' }, { id: '50 ml' }]

const folded = { rows: [lone, group], below: () => [] }
const unfolded = { ...folded, below: (row: Row) => (row === group ? sizes : []) }

const tick = (selection: ReadonlySet<string>, some: Row[], on = true) =>
  changeSelection(selection, unfolded, some, on)
const seen = (
  selection: ReadonlySet<string>,
  shown: typeof unfolded | typeof folded = unfolded,
) => {
  const { selected, ticked, mixed } = readSelection<Row>(selection, shown)
  return { selected: selected.map(({ id }) => id), ticked: [...ticked], mixed: [...mixed] }
}

test('a folded group that is selected has its sizes ticked when it unfolds', () => {
  const selection = changeSelection<Row>(new Set(), folded, [group], true)
  expect(seen(selection, folded)).toEqual({ selected: ['group'], ticked: ['group'], mixed: [] })
  expect(seen(selection)).toMatchObject({
    selected: ['group'],
    ticked: ['30 ml', '50 ml', 'group'],
  })
})

test('a size that is cleared leaves the others, and the group ticked in part', () => {
  const whole = tick(new Set(), [group])
  const part = tick(whole, [{ id: '30 ml' }], false)
  expect(seen(part)).toEqual({ selected: ['50 ml'], ticked: ['50 ml'], mixed: ['group'] })
  // What is not shown is not acted on.
  expect(seen(part, folded).selected).toEqual([])
})

test('all sizes are the group, each product once; clearing the group clears them', () => {
  const all = tick(tick(new Set(), [{ id: '30 ml' }]), [{ id: '50 ml' }])
  expect(seen(all).selected).toEqual(['group'])
  expect(seen(tick(all, [group], false))).toEqual({ selected: [], ticked: [], mixed: [] })
  expect(seen(tick(new Set(), [lone, group, ...sizes])).selected).toEqual(['lone', 'group'])
})
