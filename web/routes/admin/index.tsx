import { createFileRoute } from '@tanstack/react-router'
import { TileDashboard } from '../../admin/TileDashboard.tsx'

export const Route = createFileRoute('/admin/')({ component: TileDashboard })
