const FREE_MINUTES: i64 = 15;
const HOUR_CENTS: i64 = 250;
const DAY_CENTS: i64 = 1800;
const DAY_MINUTES: i64 = 24 * 60;

/// The fee in cents for a stay of so many minutes. A negative time is an error.
pub fn fee(minutes: i64) -> Result<i64, String> {
    if minutes < 0 {
        return Err("a stay cannot be negative".to_string());
    }
    if minutes <= FREE_MINUTES {
        return Ok(0);
    }
    let started_hours = (minutes % DAY_MINUTES + 59) / 60;
    Ok(minutes / DAY_MINUTES * DAY_CENTS + (started_hours * HOUR_CENTS).min(DAY_CENTS))
}
