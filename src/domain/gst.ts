// Registrations for India's goods and services tax (GST), one for each State.

/** The form of a GSTIN: State, PAN, number of the registration, Z, check character. */
const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The last character of a GSTIN, from those before it: a sum of digits to base 36, every second one doubled. */
function checkCharacter(characters: string): string {
  const base = CHARACTERS.length
  const sum = [...characters].reduce((total, character, index) => {
    const product = CHARACTERS.indexOf(character) * (1 + (index % 2))
    return total + Math.floor(product / base) + (product % base)
  }, 0)
  return CHARACTERS.charAt((base - (sum % base)) % base)
}

/** True for a GSTIN of a State that exists, without a typing error. */
export const isGstin = (value: string): boolean =>
  GSTIN.test(value) && value.slice(0, 2) in STATES && value.endsWith(checkCharacter(value.slice(0, -1)))

/** Of the owner: one for all registrations. */
export const panOf = (gstin: string): string => gstin.slice(2, 12)

/** By the first two digits of a GSTIN. */
const STATES: Readonly<Record<string, string>> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  10: 'Bihar',
  11: 'Sikkim',
  12: 'Arunachal Pradesh',
  13: 'Nagaland',
  14: 'Manipur',
  15: 'Mizoram',
  16: 'Tripura',
  17: 'Meghalaya',
  18: 'Assam',
  19: 'West Bengal',
  20: 'Jharkhand',
  21: 'Odisha',
  22: 'Chhattisgarh',
  23: 'Madhya Pradesh',
  24: 'Gujarat',
  26: 'Dadra and Nagar Haveli and Daman and Diu',
  27: 'Maharashtra',
  29: 'Karnataka',
  30: 'Goa',
  31: 'Lakshadweep',
  32: 'Kerala',
  33: 'Tamil Nadu',
  34: 'Puducherry',
  35: 'Andaman and Nicobar Islands',
  36: 'Telangana',
  37: 'Andhra Pradesh',
  38: 'Ladakh'
}

/** 'Karnataka' */
export const stateOf = (gstin: string): string => STATES[gstin.slice(0, 2)] ?? ''

/** 'Karnataka (29)' */
export const stateText = (gstin: string): string => `${stateOf(gstin)} (${gstin.slice(0, 2)})`

/** Union territories without a legislature have a tax of their own beside that of the Union. */
const UTGST_STATES = ['04', '26', '31', '35', '38']

/** What the second half of the tax is called there. */
export const localTaxOf = (gstin: string): 'SGST' | 'UTGST' =>
  UTGST_STATES.includes(gstin.slice(0, 2)) ? 'UTGST' : 'SGST'
