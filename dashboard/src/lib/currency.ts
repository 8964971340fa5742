/** An amount of money: two decimals, and none for values between 0 and 0.01 (SPEC 9). */
export function formatCurrency(amount: number, currency = 'USD'): string {
  const decimals = amount > 0 && amount < 0.01 ? 0 : 2
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount)
}
