import { CircleCheck } from 'lucide-react'

export const SavedMark = () => (
  <span className="ml-2 inline-flex items-center gap-1 font-normal text-leaf text-sm">
    <CircleCheck aria-hidden="true" className="size-3.5" />
    Saved
  </span>
)
