import { Share2 } from 'lucide-react'
import { toast } from '../../ui/toast.ts'

/** The share sheet of the device where there is one; elsewhere the link is copied. Loaded after the page. */
export function ShareButton({ name }: { name: string }) {
  return (
    <button
      type="button"
      onClick={() => share(name)}
      className="-mr-3 inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-3 font-medium transition-colors hover:text-rose"
    >
      <Share2 aria-hidden="true" className="size-4" />
      Share
    </button>
  )
}

async function share(title: string) {
  const url = `${location.origin}${location.pathname}`
  if (navigator.share) {
    // Rejects when the visitor closes the sheet.
    await navigator.share({ title, url }).catch(() => {})
    return
  }
  try {
    await navigator.clipboard.writeText(url)
    toast.success('Link copied', 'Paste it wherever you want to share it.')
  } catch {
    // Without https there is no clipboard, and the visitor may forbid it.
    toast.error('The link could not be copied', url)
  }
}
