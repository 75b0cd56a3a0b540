import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { api } from './lib/api.ts'
import { createAppRouter } from './router.tsx'
import './styles.css'

// As a transition it pauses for whatever the visitor does meanwhile.
startTransition(() => {
  const router = createAppRouter({ api, origin: location.origin })
  hydrateRoot(document, <RouterClient router={router} />)
})
