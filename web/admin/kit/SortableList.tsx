import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { clsx } from 'clsx'
import { GripVertical } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

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
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    const place = (id: unknown) => shown.findIndex((item) => item.id === id)
    const next = arrayMove([...shown], place(active.id), place(over.id))
    setShown(next)
    onReorder(next.map(({ id }) => id))
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
      <SortableContext items={shown.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ul aria-label={props.label} className="grid gap-2">
          {shown.map((item) => (
            <SortableRow key={item.id} id={item.id} name={itemName(item)}>
              {props.children(item)}
            </SortableRow>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function SortableRow({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  const sortable = useSortable({ id })
  const { transform, transition, isDragging } = sortable
  return (
    <li
      ref={sortable.setNodeRef}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
      className={clsx(
        'flex items-center gap-2 rounded-card border border-line bg-paper py-2 pr-2 pl-1',
        isDragging && 'relative z-10 shadow-raised',
      )}
    >
      <button
        type="button"
        ref={sortable.setActivatorNodeRef}
        {...sortable.attributes}
        {...sortable.listeners}
        aria-label={`Move ${name}`}
        className="grid h-11 w-9 shrink-0 cursor-grab touch-none place-items-center rounded-field text-quiet hover:bg-blush active:cursor-grabbing"
      >
        <GripVertical aria-hidden="true" className="size-4" />
      </button>
      {children}
    </li>
  )
}
