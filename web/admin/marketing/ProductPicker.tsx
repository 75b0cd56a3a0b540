import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useEffectEvent, useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { Input } from '../../ui/Field.tsx'

type ProductPickerProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  onChange: (product_id: string | undefined) => void
}

/** Type a part of the name, choose one. The list may be long, so the server searches it. */
export function ProductPicker({ onChange, ...rest }: ProductPickerProps) {
  const [text, setText] = useState('')
  const listId = useId()
  const found = useQuery({
    ...api.products.admin_list.queryOptions({ input: text ? { q: text.slice(0, 100) } : {} }),
    placeholderData: keepPreviousData,
  })
  const products = found.data?.items ?? []
  const chosen = products.find(({ full_name }) => full_name === text)?.id
  // An effect, since the answer may come after the last letter was typed.
  const choose = useEffectEvent(onChange)
  useEffect(() => choose(chosen), [chosen])
  return (
    <>
      <Input
        placeholder="Any product"
        {...rest}
        type="search"
        list={listId}
        value={text}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      <datalist id={listId}>
        {products.map(({ id, full_name }) => (
          <option key={id} value={full_name} />
        ))}
      </datalist>
    </>
  )
}
