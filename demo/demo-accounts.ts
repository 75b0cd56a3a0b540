import { demoId } from './repeatable.ts'

/** The sign-ins of the demo shop. They are public, so the demo is never for a real shop. */
export const DEMO_ACCOUNTS = {
  admin: {
    full_name: 'Petra Dewhurst',
    email: 'admin@petalanddew.example.com',
    password: 'dewy-petals-admin',
  },
  shopper: {
    full_name: 'Flora Bright',
    email: 'shopper@petalanddew.example.com',
    password: 'dewy-petals-shopper',
  },
} as const

export const ADMIN_ID = demoId('account', DEMO_ACCOUNTS.admin.email)
