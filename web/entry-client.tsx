import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { api } from './lib/api.ts'
import { createAppRouter } from './router.tsx'
import './styles.css'

// Three tasks, so that the phone of a visitor who scrolls or types meanwhile is never blocked for the sum of them:
// what was imported above, the router of a hundred routes, and hydration.
await nextTask()
const router = createAppRouter({ api, origin: location.origin })
await nextTask()
// As a transition it pauses for whatever the visitor does meanwhile.
startTransition(() => {
  hydrateRoot(document, <RouterClient router={router} />)
})

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
