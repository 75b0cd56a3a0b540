import { type ReactNode, useEffect, useState } from 'react'
import { NamedList } from '../../ui/NamedList.tsx'
import { Sortable, SortableItem } from './Sortable.tsx'

type SortableListProps<Item extends { id: string }> = {
  label: string
  items: readonly Item[]
  itemName: (item: Item) => string
  onReorder: (ids: string[]) => void
  children: (item: Item) => ReactNode
}

/** Rows that are dragged by their handle, or moved with Space and the arrow keys. The new order is shown at once. */
export function SortableList<Item extends { id: string }>(props: SortableListProps<Item>) {
  const { items, itemName, onReorder } = props
  const [shown, setShown] = useState(items)
  useEffect(() => setShown(items), [items])
  const byId = new Map(shown.map((item) => [item.id, item]))
  return (
    <Sortable
      ids={shown.map(({ id }) => id)}
      layout="list"
      nameOf={(id) => {
        const item = byId.get(id)
        return item ? itemName(item) : ''
      }}
      onChange={(ids) => {
        setShown(ids.flatMap((id) => byId.get(id) ?? []))
        onReorder(ids)
      }}
    >
      <NamedList label={props.label} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {shown.map((item) => (
          <SortableItem
            key={item.id}
            id={item.id}
            name={itemName(item)}
            className="relative flex items-center gap-2 rounded-card border border-line bg-paper py-2 pr-2 pl-1"
          >
            {(handle) => (
              <>
                {handle}
                {props.children(item)}
              </>
            )}
          </SortableItem>
        ))}
      </NamedList>
    </Sortable>
  )
}
