export const = 3;
