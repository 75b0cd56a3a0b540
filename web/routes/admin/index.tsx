import { createFileRoute } from '@tanstack/react-router'
import { TileDashboard } from '../../admin/home/TileDashboard.tsx'

export const Route = createFileRoute('/admin/')({ component: TileDashboard })
