import { SHORTEST_ADMIN_PASSWORD } from '../rules.ts'

/** Of accounts, sign-in and the team. */
export const ACCOUNTS_ERRORS = {
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
  NEW_PASSWORD_NEEDED: {
    status: 409,
    message: `Administrators need a password of at least ${SHORTEST_ADMIN_PASSWORD} characters. We have sent you a link to choose a new one.`,
  },
  WRONG_CODE: { status: 401, message: 'This code is not right. Please try again.' },
  START_AGAIN: { status: 401, message: 'Please sign in with your password again.' },
  WORST_PASSWORD: {
    status: 409,
    message: 'This password is one of the first that anyone would try. Please choose another.',
  },
  PASSWORD_TOO_SHORT: {
    status: 409,
    message: `Administrators need a password of at least ${SHORTEST_ADMIN_PASSWORD} characters.`,
  },
  WRONG_PASSWORD: { status: 409, message: 'This is not your current password.' },
  LINK_EXPIRED: {
    status: 409,
    message: 'This link has expired or was already used. Please ask for a new one.',
  },
  ADDRESS_TAKEN: {
    status: 409,
    message: 'This address can not be used. Please choose another.',
  },
  OWN_ADMIN_NEEDED: {
    status: 409,
    message: 'Create your own account first: this one is the only administrator.',
  },
  SESSION_NOT_FOUND: { status: 404, message: 'This session has already ended.' },
  ADDRESS_SUPPRESSED: {
    status: 409,
    message:
      'We send no marketing mail to this address. Please write to us if you want to change this.',
  },
  NOT_CONFIRMED: { status: 409, message: 'Please confirm your address first.' },
  ORDER_UNDER_WAY: {
    status: 409,
    message:
      'An order of yours is still under way. You can delete your account once it has arrived.',
  },
  LAST_ADMIN: {
    status: 409,
    message: 'You are the only administrator. Give somebody else that role first.',
  },
  LAST_OWNER: {
    status: 409,
    message:
      'The shop needs an owner, and this is the only one. Make somebody else an owner first.',
  },
  ALREADY_IN_TEAM: { status: 409, message: 'This person is in the team already.' },
  ALREADY_INVITED: {
    status: 409,
    message: 'This address is invited already. You can send the invitation again.',
  },
  TOO_MANY_INVITATIONS: {
    status: 409,
    message: 'Too many invitations are open. Please withdraw one first.',
  },
  ALREADY_ON: { status: 409, message: 'Two-step sign-in is already on.' },
  NOT_ON: { status: 409, message: 'Two-step sign-in is not on.' },
}
