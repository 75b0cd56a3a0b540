import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type TabsProps<Name extends string> = {
  tabs: readonly { name: Name; label: ReactNode }[]
  value: Name
  onChange: (name: Name) => void
  label: string
  children: ReactNode
}

/** `children` is the panel of the selected tab. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  return (
    <Radix.Root value={props.value} onValueChange={(name) => props.onChange(name as Name)}>
      <Radix.List
        aria-label={props.label}
        className="flex gap-1 overflow-x-auto border-line border-b [scrollbar-width:none]"
      >
        {props.tabs.map((tab) => (
          <Radix.Trigger
            key={tab.name}
            value={tab.name}
            className="-mb-px min-h-11 whitespace-nowrap border-transparent border-b-2 px-4 font-medium text-[0.9375rem] text-quiet -outline-offset-2 transition-colors hover:text-ink data-[state=active]:border-rose data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content key={props.value} value={props.value} className="animate-appear pt-6">
        {props.children}
      </Radix.Content>
    </Radix.Root>
  )
}
