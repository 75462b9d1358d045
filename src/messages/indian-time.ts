/** 'Today, 7:44 pm IST' or 'Sat 13 Jun, 7:00 – 10:00 pm IST' */
export function inIndianTime(when: string): string {
  return `${when} IST`
}
