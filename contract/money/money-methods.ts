export const moneyMethods = ['cash', 'upi', 'card', 'bank'] as const
export type MoneyMethod = (typeof moneyMethods)[number]

export const moneyMethodWords: Record<MoneyMethod, string> = {
  cash: 'Cash',
  upi: 'UPI',
  card: 'Card',
  bank: 'Bank transfer',
}
