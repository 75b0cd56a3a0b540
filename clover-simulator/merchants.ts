type TaxRate = { id: string; name: string; rate: number }

type Address = {
  address1: string
  address2: string
  address3: string
  city: string
  state: string
  zip: string
  country: string
}

export type Merchant = {
  /** 13 letters and digits. */
  id: string
  name: string
  privateToken: string
  signingSecret: string
  /** Overrides the simulator's webhook URL for this merchant. */
  webhookUrl?: string
  currency: string
  address: Address
  phoneNumber: string
  website: string
  customerContactEmail: string
  /** `rate` counts 10% as 1000000. */
  taxRates: TaxRate[]
}

export const defaultMerchant: Merchant = {
  id: 'MERCHANTSIM01',
  name: 'Simulated Shop',
  privateToken: 'sim_private_token',
  signingSecret: 'sim_signing_secret',
  currency: 'USD',
  address: {
    address1: '1 Main St',
    address2: '',
    address3: '',
    city: 'Boston',
    state: 'MA',
    zip: '02110',
    country: 'US',
  },
  phoneNumber: '6175550100',
  website: 'https://shop.example',
  customerContactEmail: 'hello@shop.example',
  taxRates: [{ id: 'TAXRATESIM001', name: 'State tax', rate: 625000 }],
}
