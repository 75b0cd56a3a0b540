import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createAppRouter } from './router.tsx'
import './styles.css'

// As a transition it pauses for whatever the visitor does meanwhile.
startTransition(() => {
  hydrateRoot(document, <RouterClient router={createAppRouter(location.origin)} />)
})
