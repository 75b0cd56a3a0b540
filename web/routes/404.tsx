import { createFileRoute } from '@tanstack/react-router'
import { notFoundRoute } from '../lib/not-found.ts'

export const Route = createFileRoute('/404')(notFoundRoute())
