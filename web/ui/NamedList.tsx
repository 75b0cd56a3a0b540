import type { ComponentProps } from 'react'

type NamedListProps = ComponentProps<'ul'> & { as?: 'ul' | 'ol'; label: string }

/** A list in a group with a name for screen readers: on the list itself a name is advised against. */
export function NamedList({ as: Tag = 'ul', label, ...rest }: NamedListProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form.
    <div role="group" aria-label={label} className="min-w-0">
      <Tag {...(rest as ComponentProps<'ol'>)} />
    </div>
  )
}
