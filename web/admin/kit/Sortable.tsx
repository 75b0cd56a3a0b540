import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { clsx } from 'clsx'
import { GripVertical } from 'lucide-react'
import { type CSSProperties, type ReactNode, useRef } from 'react'

type SortableProps = {
  ids: readonly string[]
  layout: 'list' | 'grid'
  /** How an item is called when it is announced to screen readers. */
  nameOf: (id: string) => string
  onChange: (ids: string[]) => void
  children: ReactNode
}

const CLICK_TOLERANCE_PX = 5

/** Items in an order of the admin's own: by mouse, by finger, or by keyboard (Space, arrows, Space). */
export function Sortable({ ids, layout, nameOf, onChange, children }: SortableProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: CLICK_TOLERANCE_PX } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      // While a smooth scroll moves the list, an item would be dropped where it came from.
      scrollBehavior: 'auto',
    }),
  )
  const place = (id: string | number) => `${ids.indexOf(String(id)) + 1} of ${ids.length}`
  const name = (id: string | number) => nameOf(String(id))
  const lastOver = useRef<string | number>(undefined)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) => {
        const [from, to] = [
          ids.indexOf(String(active.id)),
          over ? ids.indexOf(String(over.id)) : -1,
        ]
        if (to !== -1 && from !== to) onChange(arrayMove([...ids], from, to))
      }}
      accessibility={{
        announcements: {
          onDragStart: ({ active }) => {
            lastOver.current = active.id
            return `${name(active.id)} picked up, ${place(active.id)}.`
          },
          onDragOver: ({ active, over }) => {
            if (!over || over.id === lastOver.current) return undefined
            lastOver.current = over.id
            return `${name(active.id)} is now ${place(over.id)}.`
          },
          onDragEnd: ({ active, over }) =>
            over ? `${name(active.id)} dropped, ${place(over.id)}.` : undefined,
          onDragCancel: ({ active }) => `${name(active.id)} stays where it was.`,
        },
      }}
    >
      <SortableContext
        items={[...ids]}
        strategy={layout === 'grid' ? rectSortingStrategy : verticalListSortingStrategy}
      >
        {children}
      </SortableContext>
    </DndContext>
  )
}

type SortableItemProps = {
  id: string
  name: string
  className?: string
  /** `handle` is the button to drag by. */
  children: (handle: ReactNode) => ReactNode
}

export function SortableItem({ id, name, className, children }: SortableItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, ...drag } = useSortable({ id })
  // It is a button already.
  const { role: _, ...state } = attributes
  const { transform, transition, isDragging } = drag
  const style: CSSProperties = {
    transform: transform
      ? `translate3d(${Math.round(transform.x)}px, ${Math.round(transform.y)}px, 0)`
      : undefined,
    transition,
  }
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      {...state}
      {...listeners}
      aria-label={`Move ${name}`}
      className="grid size-9 shrink-0 cursor-grab touch-none place-items-center rounded-md bg-paper/90 text-quiet transition-colors hover:bg-blush hover:text-ink active:cursor-grabbing pointer-coarse:size-11"
    >
      <GripVertical aria-hidden="true" className="size-4" />
    </button>
  )
  return (
    <li
      ref={setNodeRef}
      style={style}
      className={clsx(className, isDragging && 'z-10 shadow-float')}
    >
      {children(handle)}
    </li>
  )
}
