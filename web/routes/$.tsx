import { createFileRoute } from '@tanstack/react-router'
import { notFoundRoute } from '../lib/not-found.ts'

/** Addresses that no other route matches. */
export const Route = createFileRoute('/$')(notFoundRoute())
